/** Elements that navigate by themselves, or whose address is connected to before the policy is asked. */
const connecting = /<(?=\/?(?:link|meta|base|iframe|frame|frameset|fencedframe|portal|object|embed)\b)/giu

/**
 * A document that shows template and styles of a block type, to be served with `previewHeaders` only. Their policy keeps
 * scripts and requests away; what it leaves open is closed here. A browser opens a connection before it finds that a click
 * may not lead there, so nothing can be clicked or focused, and elements that warm up connections lose their meaning.
 */
export const previewDocument = (template: string, css: string): string =>
  [
    '<!doctype html><html><head><meta charset="utf-8"><base target="_blank">',
    // Only its end tag can end the element.
    `<style>${css.replaceAll(/<\/(?=style)/giu, '<\\/')}</style></head><body inert>`,
    template.replaceAll(connecting, '<unused-'),
    '</body></html>',
  ].join('\n')
