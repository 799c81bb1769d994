/** Count and milliseconds of each kind of start. */
export type Timings = { readonly [kind: string]: { readonly count: number; readonly ms: number } }
