/** Work in steps: other work of the thread gets its turn at each `yield`, and a yielded promise is awaited. */
export type Steps<T> = Generator<Promise<void> | undefined, T>
