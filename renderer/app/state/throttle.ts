/** Runs `act` at once and then at most every `everyMs`, the last wish always being carried out. */
export const throttle = (act: () => void, everyMs: number): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | null = null
  let isWanted = false
  const run = (): void => {
    isWanted = false
    act()
    timer = setTimeout(() => {
      timer = null
      if (isWanted) run()
    }, everyMs)
  }
  return () => {
    if (timer === null) run()
    else isWanted = true
  }
}
