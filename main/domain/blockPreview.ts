/**
 * A document that shows template and styles of a block type, to be served with `previewPolicy` only. The policy keeps scripts
 * and requests away; what it leaves open is closed here: elements that warm up connections or navigate by themselves lose
 * their meaning, and links aim at a window that a sandbox never opens.
 */
export const previewDocument = (template: string, css: string): string =>
  [
    '<!doctype html><html><head><meta charset="utf-8"><base target="_blank">',
    // Only the end tag could leave the element.
    `<style>${css.replaceAll(/<\/(?=style)/giu, '<\\/')}</style></head><body>`,
    template.replaceAll(/<(?=\/?(?:link|meta|base)\b)/giu, '<unused-'),
    '</body></html>',
  ].join('\n')
