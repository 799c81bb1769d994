/** How services are reached, English. */
export const enNetwork = {
  'network.proxy': 'Proxy',
  'network.proxy.system': 'Same as system',
  'network.proxy.none': 'None',
  'network.proxy.hint':
    'Try “None” where the venue’s proxy is broken. Services on this computer are always reached directly.',
  'network.routes': 'How the services are reached',
  'network.route.direct': 'directly',
  'network.route.proxy': 'through {{proxy}}',
  'network.route.unsupported':
    'not at all: the system names only proxies that do not speak HTTP (SOCKS is not supported). Name an HTTP proxy there, or choose “None”.',
  'network.route.unanswered': 'the system has not said yet',
  'network.certificates': 'Certificates',
  'network.certificates.system_one': '{{number}} certificate of the operating system is trusted.',
  'network.certificates.system_other': '{{number}} certificates of the operating system are trusted.',
  'network.certificates.noSystem':
    'The certificates of the operating system could not be read; those that come with the app are trusted.',
  'network.certificates.what': 'If your organization or venue signs its own, add its authority here.',
  'network.certificate.add': 'Add a certificate file…',
  'network.certificate.issuer': 'signed by {{name}}',
  'network.certificate.until': 'valid until {{date}}',
  'network.certificate.expired': 'expired on {{date}}',
  'network.certificate.early': 'not valid before {{date}}',
  'network.certificate.elsewhere': 'added in the browser, not trusted in this window yet',
  'network.certificate.trust': 'Trust…',
  'network.certificate.remove': 'Remove',
  'network.certificate.remove.title': 'Remove the certificate “{{name}}”?',
  'network.certificate.remove.what':
    'Services that need it are no longer reached, from the next call on. Stored results stay. To undo this, add the file again.',
  'network.certificate.refused':
    'This file was not accepted: it holds something other than certificates, or a private key. Nothing was stored. Choose a PEM, CRT or CER file with certificates only.',
  'status.portal': 'sign-in needed',
  'status.portal.what':
    'Something other than {{host}} answered at {{time}}: this network probably wants you to sign in first. Open any page in a browser. Stored results work as always.',
} as const
