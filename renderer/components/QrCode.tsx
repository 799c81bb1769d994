// Nothing else that draws QR codes is as small, audited and without dependencies.
import { encodeQR } from 'qr'
import { useMemo } from 'react'

/** Black on white in every theme, with the quiet edge that phones need. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const modules = useMemo(() => encodeQR(text, 'raw', { border: 4 }), [text])
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  const size = modules.length
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} className="qr-light" />
      <path d={path} className="qr-dark" shapeRendering="crispEdges" />
    </svg>
  )
}
