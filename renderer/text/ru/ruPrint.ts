/** Results on paper, Russian. */
export const ruPrint = {
  'job.print': 'готовим к печати «{{title}}»',
  'job.kind.print': 'Печать',
  'job.finished.print': '«{{title}}»: отправлено на печать',
  'print.frame': 'Страница для печати',
}
