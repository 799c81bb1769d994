import type { Clock } from '../../kernel/clock.ts'
import type { RoutesOf } from '../../kernel/face.ts'

type Routes = Awaited<ReturnType<RoutesOf>>
type Known = { readonly routes: Promise<Routes>; foundAtMs: number | null }

type KnownRoutes = {
  /** Calls that ask at the same time share one question. */
  readonly to: (origin: string) => Promise<Routes>
  readonly forget: () => void
}

/** A system that runs a script, or waits for one that never comes, is not asked with every call. */
const goodForMs = 30_000

export function rememberRoutes(routesOf: RoutesOf, now: Clock): KnownRoutes {
  const known = new Map<string, Known>()
  const isGood = ({ foundAtMs }: Known): boolean => foundAtMs === null || Math.abs(now() - foundAtMs) < goodForMs

  return {
    to: (origin) => {
      const before = known.get(origin)
      if (before !== undefined && isGood(before)) return before.routes
      const asked: Known = { routes: routesOf(`${origin}/`), foundAtMs: null }
      known.set(origin, asked)
      asked.routes.then(
        () => {
          asked.foundAtMs = now()
        },
        () => known.delete(origin),
      )
      return asked.routes
    },
    forget: () => known.clear(),
  }
}
