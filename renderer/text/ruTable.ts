/** The views of a stage, the filters, saved views and favourites of its table, Russian. */
export const ruTable = {
  'view.label': 'Виды этапа',
  'view.results': 'Результаты',
  'view.desk': 'Стол справок',
  'view.changes': 'Изменения',
  'view.announcer': 'Диктору',
  'view.audit': 'Проверка',
  'view.columns': 'Столбцы',
}
