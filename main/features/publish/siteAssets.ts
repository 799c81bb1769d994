import type { PublishSettings } from '../../../preload/contract/publish/publish.ts'
import type { PageAssets } from './pages/pageData.ts'
import { sharePicture } from './pages/sharePicture.ts'
import { readableOn } from './rules/accent.ts'

export type SiteAsset = { readonly name: keyof PageAssets; readonly ending: string; readonly body: Uint8Array }

/** The grounds of the site's two themes, as in renderer/site/site.css. */
const lightGround = '#ffffff'
const darkGround = '#101418'

const endings: { readonly [type: string]: string } = { png: 'png', jpeg: 'jpg', webp: 'webp' }

const labels = {
  final: { en: 'Final results', ru: 'Окончательные результаты' },
  preliminary: { en: 'Preliminary results', ru: 'Предварительные результаты' },
} as const

type LookOfSite = Pick<PublishSettings, 'language' | 'isFinal' | 'colour' | 'logo'> & { readonly title: string }

/** The picture for sharing, and the title, label and colour that it shows. */
export type DrawnPicture = { readonly look: string; readonly body: Uint8Array }

/** The last picture, or a new one when it would look different: drawing takes longer than making the lists of a small race. */
export const drawPicture = (
  { title, language, isFinal, colour }: LookOfSite,
  last: DrawnPicture | null,
): DrawnPicture => {
  const label = labels[isFinal ? 'final' : 'preliminary'][language]
  const look = JSON.stringify([title, label, colour])
  return last?.look === look ? last : { look, body: sharePicture({ title, lines: [], label, colour }) }
}

/** Script, style and pictures of a site; `script` and `style` are the built ones. */
export const siteAssets = (
  { script, style, picture }: { readonly [K in 'script' | 'style' | 'picture']: Uint8Array },
  { colour, logo }: LookOfSite,
): readonly SiteAsset[] => {
  const light = readableOn(colour, lightGround, '#000000', 4.6)
  const dark = readableOn(colour, darkGround, '#ffffff', 7)
  const coloured = Buffer.concat([Buffer.from(`:root{--accent:${light};--accent-dark:${dark}}\n`), style])
  const logoParts = /^data:image\/(\w+);base64,(.+)$/.exec(logo ?? '')
  return [
    { name: 'script', ending: 'js', body: script },
    { name: 'style', ending: 'css', body: coloured },
    { name: 'picture', ending: 'png', body: picture },
    ...(logoParts === null
      ? []
      : [
          {
            name: 'logo',
            ending: endings[logoParts[1] ?? ''] ?? 'png',
            body: Buffer.from(logoParts[2] ?? '', 'base64'),
          } as const,
        ]),
  ]
}
