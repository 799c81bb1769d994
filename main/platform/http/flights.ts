/** Lets equal questions asked at the same time share one answer. */
type Flights<T> = {
  /**
   * `start` runs only when no flight of that key is under way; its signal aborts when everyone has left.
   * A passenger whose own signal aborts gets `left` at once.
   */
  readonly join: (
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>
  /** Ends every flight; its passengers get what `start` makes of the aborted signal. */
  readonly abortAll: () => void
}

type Flight<T> = { readonly controller: AbortController; readonly passengers: Set<(answer: T) => void> }

/** Each passenger but the first gets a `copy`. `start` must not reject. */
export function createFlights<T>(left: T, copy: (answer: T) => T): Flights<T> {
  const flights = new Map<string, Flight<T>>()

  const land = async (key: string, flight: Flight<T>, arriving: Promise<T>): Promise<void> => {
    const answer = await arriving
    if (flights.get(key) === flight) flights.delete(key)
    // All copies are made before anyone can transfer the original away.
    const passengers = [...flight.passengers]
    const answers = passengers.map((_, index) => (index === 0 ? answer : copy(answer)))
    passengers.forEach((arrive, index) => arrive(answers[index] ?? answer))
  }

  const begin = (key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const flight: Flight<T> = { controller: new AbortController(), passengers: new Set() }
    flights.set(key, flight)
    void land(key, flight, start(flight.controller.signal))
    return flight
  }

  return {
    join: (key, signal, start) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve(left)
        const flight = flights.get(key) ?? begin(key, start)
        const arrive = (answer: T): void => {
          signal?.removeEventListener('abort', leave)
          resolve(answer)
        }
        const leave = (): void => {
          flight.passengers.delete(arrive)
          resolve(left)
          if (flight.passengers.size > 0) return
          if (flights.get(key) === flight) flights.delete(key)
          flight.controller.abort()
        }
        signal?.addEventListener('abort', leave, { once: true })
        flight.passengers.add(arrive)
      }),
    abortAll: () => {
      for (const flight of flights.values()) flight.controller.abort()
    },
  }
}
