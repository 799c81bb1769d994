/** Results on paper. */
export const enPrint = {
  'job.print': 'laying out “{{title}}” for print',
  'job.kind.print': 'Print',
  'job.finished.print': '“{{title}}” went to print',
  'print.frame': 'Page to print',
}
