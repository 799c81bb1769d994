/** Капсулы этапа: сохранение, открытие, пометка и причины отказа. */
export const ruCapsule = {
  'capsule.open': 'Открыть капсулу',
  'capsule.open.title': 'Открыть капсулу этапа',
  'capsule.open.ask': 'В ней целый этап: результаты, ответы сервиса и изменения. Ни ключи, ни сеть не нужны.',
  'capsule.open.reading': 'Читаем «{{name}}»…',
  'capsule.open.storing': 'Проверяем и сохраняем «{{name}}»…',
  'capsule.open.do': 'Открыть',
  'capsule.open.other': 'Выбрать другой файл',
  'capsule.open.stopped': 'Остановлено. Из капсулы ничего не сохранено.',
  'capsule.open.unreadable': 'Файл не удалось прочитать до конца. Из него ничего не сохранено.',
  'capsule.save': 'Сохранить капсулу',
  'capsule.save.title': 'Сохранить этап как капсулу',
  'capsule.save.what':
    'Один файл со всем, что сохранено по этапу «{{name}}»: {{rows}}, ссылки, ответы сервиса как есть, значения столбцов и все изменения. Racedesk откроет его без ключей и без сети.',
  'capsule.save.noKeys': 'Ключей в нём нет.',
  'capsule.save.personal':
    'Кроме имени, пола, клуба и города в нём личные данные участников: {{columns}}. Передавайте файл только тем, кому можно их видеть.',
  'capsule.save.checking': 'Ищем личные данные…',
  'capsule.save.do': 'Сохранить',
  'capsule.save.doWithout': 'Сохранить без них',
  'capsule.save.damaged_one':
    'Сохранённый ответ повреждён и не войдёт в файл: {{names}}. Чтобы восстановить его, скачайте этап ещё раз.',
  'capsule.save.damaged_few':
    '{{count}} сохранённых ответа повреждены и не войдут в файл: {{names}}. Чтобы восстановить их, скачайте этап ещё раз.',
  'capsule.save.damaged_many':
    '{{count}} сохранённых ответов повреждены и не войдут в файл: {{names}}. Чтобы восстановить их, скачайте этап ещё раз.',
  'capsule.save.damaged_other':
    '{{count}} сохранённого ответа повреждены и не войдут в файл: {{names}}. Чтобы восстановить их, скачайте этап ещё раз.',
  'capsule.mark': 'капсула',
  'capsule.mark.readOnly': 'капсула, только чтение',
  'capsule.mark.what': 'Из файла {{file}}, сохранён {{saved}}, открыт {{opened}}.',
  'capsule.mark.from': 'Данные с {{origin}}.',
  'capsule.readOnly': 'Этап открыт из капсулы: его можно только читать, сервис по нему не спрашивают.',
  'job.open': 'открываем капсулу «{{title}}»',
  'job.kind.open': 'Капсула',
  'job.finished.open': 'Капсула «{{title}}» открыта',

  'problem.capsule.not-a-zip': 'Этот файл — не капсула этапа.',
  'problem.capsule.damaged': 'Капсула повреждена, прочитать её до конца нельзя.',
  'problem.capsule.no-manifest': 'Этот файл — не капсула этапа: он не начинается с описи содержимого.',
  'problem.capsule.bad-manifest': 'Опись содержимого капсулы не удаётся понять.',
  'problem.capsule.newer-version': 'Капсулу сохранил более новый Racedesk.',
  'problem.capsule.too-large': 'Капсула распаковывается в больший объём, чем допускается.',
  'problem.capsule.encrypted': 'Часть капсулы зашифрована.',
  'problem.capsule.unsafe-entry': 'В капсуле есть файл с опасным именем или опасного вида.',
  'problem.capsule.missing-entry': 'В капсуле нет части, указанной в описи.',
  'problem.capsule.unlisted-entry': 'В капсуле есть то, чего нет в описи.',
  'problem.capsule.altered': 'Часть капсулы изменилась с тех пор, как капсулу сохранили.',
  'problem.capsule.stage-exists': 'Этот этап уже есть в списке, а капсула никогда его не заменяет.',
  'problem.capsule.older': 'Здесь уже открыта более новая капсула этого этапа.',
  'problem.capsule.read-only': 'Этап открыт из капсулы, поэтому сервис по нему не спрашивают.',
  'problem.capsule.part': 'Речь о {{detail}}.',
  'problem.capsule.file.todo': 'Попросите новую у того, кто её передал.',
  'problem.capsule.newer-version.todo': 'Обновите Racedesk и откройте её снова.',
  'problem.capsule.stage.todo': 'Чтобы всё же открыть капсулу, сначала уберите этап из списка.',
  'problem.capsule.read-only.todo':
    'Чтобы получать его с сервиса, уберите этап из списка и добавьте заново с организацией.',
}
