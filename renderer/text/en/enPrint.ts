/** Results on paper. */
export const enPrint = {
  'job.print': 'preparing “{{title}}” for print',
  'job.kind.print': 'Print',
  'job.finished.print': '“{{title}}” sent to the printer',
  'print.frame': 'Print page',
}
