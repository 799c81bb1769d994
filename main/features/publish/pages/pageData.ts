/** Paths from the site's root. */
export type PageAssets = {
  readonly script: string
  readonly style: string
  readonly picture: string | null
  readonly logo: string | null
}
