/** Addresses that webhooks may not call, and deliveries that fail. */
export const webhooks = {
  'webhook.no_web_address': ['“{url}” is no web address. Write it in full, as in https://example.com/hook.', 'url'],
  'webhook.not_https': 'The address must begin with https://.',
  'webhook.holds_password': 'The address must not hold a user name or password.',
  'webhook.private_network': ['“{host}” is inside a private network. Webhooks call public addresses only.', 'host'],
  'webhook.endpoint_missing': ['There is no webhook endpoint “{name}”.', 'name'],
  'webhook.delivery_missing': 'There is no delivery with this id.',
  'webhook.delivery_not_abandoned': [
    'This delivery is {status}. Only an abandoned delivery can be replayed.',
    'status',
  ],
  'webhook.no_reply': ['The receiver did not respond within {seconds} s', 'seconds'],
  'webhook.secret_unreadable': 'The secret of this endpoint can’t be decrypted: rotate it',
  'webhook.refused': ['The receiver responded with status {status}', 'status'],
  'webhook.connection_failed': 'The connection failed',
  'webhook.connection_failed_with': ['The connection failed: {reason}', 'reason'],
  'webhook.connection_refused': 'The receiver refused the connection',
  'webhook.connection_closed': 'The receiver closed the connection',
  'webhook.unknown_host': 'The host name could not be resolved',
  'webhook.host_unreachable': 'The network has no connection to the receiver',
  'webhook.insecure': ['The certificate of the receiver was rejected: {reason}', 'reason'],
  'webhook.leads_inside': [
    'The host name {host} leads to an address inside a private network; webhooks call public addresses only',
    'host',
  ],
  'webhook.disabled': ['{failures} attempts in a row failed; the last one: {error}', 'failures', 'error'],
} as const
