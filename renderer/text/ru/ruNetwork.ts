/** How services are reached, Russian. */
export const ruNetwork = {
  'network.proxy': 'Прокси',
  'network.proxy.system': 'Как в системе',
  'network.proxy.none': 'Без прокси',
  'network.proxy.hint':
    'Если прокси на площадке не работает, выберите «Без прокси». К сервисам на этом компьютере запросы всегда идут напрямую.',
  'network.routes': 'Маршрут запросов к сервисам',
  'network.route.direct': 'напрямую',
  'network.route.proxy': 'через {{proxy}}',
  'network.route.unsupported':
    'недоступно: в системе указаны только прокси без HTTP (SOCKS не поддерживается). Укажите HTTP-прокси или выберите «Без прокси».',
  'network.route.unanswered': 'ещё не определено',
  'network.certificates': 'Сертификаты',
  'network.certificates.system_one': 'Используется {{number}} сертификат операционной системы.',
  'network.certificates.system_few': 'Используются {{number}} сертификата операционной системы.',
  'network.certificates.system_many': 'Используется {{number}} сертификатов операционной системы.',
  'network.certificates.system_other': 'Используется {{number}} сертификата операционной системы.',
  'network.certificates.noSystem': 'Прочитать сертификаты операционной системы не удалось. Используются встроенные.',
  'network.certificates.what':
    'Если организация или площадка сама подписывает сертификаты, добавьте её центр сертификации.',
  'network.certificate.add': 'Добавить файл сертификата…',
  'network.certificate.issuer': 'подписал {{name}}',
  'network.certificate.until': 'действует до {{date}}',
  'network.certificate.expired': 'истёк {{date}}',
  'network.certificate.early': 'начнёт действовать {{date}}',
  'network.certificate.elsewhere': 'добавлен в браузере, в этом окне не действует',
  'network.certificate.trust': 'Доверять…',
  'network.certificate.remove': 'Удалить',
  'network.certificate.remove.title': 'Удалить сертификат «{{name}}»?',
  'network.certificate.remove.what':
    'Со следующего запроса сервисы, которым он нужен, станут недоступны. Сохранённые результаты останутся. Чтобы вернуть сертификат, добавьте файл снова.',
  'network.certificate.refused':
    'Файл не принят: в нём не только сертификаты или есть закрытый ключ. Ничего не сохранено. Выберите файл PEM, CRT или CER, в котором только сертификаты.',
  'status.portal': 'нужен вход в сеть',
} as const
