import { useState } from 'react'

/** Whether something is or once was so: what was never opened need not be there. */
export const useEver = (isSo: boolean): boolean => {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return wasSo || isSo
}
