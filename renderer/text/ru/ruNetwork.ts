/** How services are reached, Russian. */
export const ruNetwork = {
  'network.proxy': 'Прокси',
  'network.proxy.system': 'Как в системе',
  'network.proxy.none': 'Без прокси',
  'network.proxy.hint':
    'Если прокси на площадке не работает, попробуйте «Без прокси». К сервисам на этом компьютере запросы всегда идут напрямую.',
  'network.routes': 'Как идут запросы к сервисам',
  'network.route.direct': 'напрямую',
  'network.route.proxy': 'через {{proxy}}',
  'network.route.unsupported':
    'никак: в системе указаны только прокси без HTTP (SOCKS не поддерживается). Укажите там HTTP-прокси или выберите «Без прокси».',
  'network.route.unanswered': 'система ещё не ответила',
  'network.certificates': 'Сертификаты',
  'network.certificates.system_one': 'Доверяем {{number}} сертификату операционной системы.',
  'network.certificates.system_few': 'Доверяем {{number}} сертификатам операционной системы.',
  'network.certificates.system_many': 'Доверяем {{number}} сертификатам операционной системы.',
  'network.certificates.system_other': 'Доверяем {{number}} сертификата операционной системы.',
  'network.certificates.noSystem':
    'Прочитать сертификаты операционной системы не удалось; доверяем тем, что есть в программе.',
  'network.certificates.what':
    'Если организация или площадка подписывает сертификаты сама, добавьте сюда её центр сертификации.',
  'network.certificate.add': 'Добавить файл сертификата…',
  'network.certificate.issuer': 'подписал {{name}}',
  'network.certificate.until': 'действует до {{date}}',
  'network.certificate.expired': 'истёк {{date}}',
  'network.certificate.early': 'начнёт действовать {{date}}',
  'network.certificate.elsewhere': 'добавлен в браузере, окно ему не доверяет',
  'network.certificate.trust': 'Доверять…',
  'network.certificate.remove': 'Удалить',
  'network.certificate.remove.title': 'Удалить сертификат «{{name}}»?',
  'network.certificate.remove.what':
    'Со следующего запроса сервисы, которым он нужен, станут недоступны. Сохранённые результаты останутся. Чтобы вернуть его, добавьте файл снова.',
  'network.certificate.refused':
    'Файл не принят: в нём не только сертификаты или есть закрытый ключ. Ничего не сохранено. Выберите файл PEM, CRT или CER, в котором только сертификаты.',
  'status.portal': 'нужен вход в сеть',
  'status.portal.what':
    'В {{time}} вместо {{host}} ответил кто-то другой: похоже, эта сеть сначала ждёт входа. Откройте в браузере любую страницу. Сохранённые результаты работают как обычно.',
} as const
