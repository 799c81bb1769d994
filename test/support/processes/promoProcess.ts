import { openCore } from '../openCore.ts'
import { openPromoDesk } from '../promoRig.ts'

/** Run by promoKilled.test.ts: sends a set of codes and never comes to hear what became of it. */
const { dataDir, url } = JSON.parse(process.argv[2] ?? '') as { readonly dataDir: string; readonly url: string }
const desk = await openPromoDesk(await openCore({ dataDir }), url)
await desk.send(await desk.preview('RUN;5\nСТАРТ;10'))
