/** Credits, quotas, limits of requests, and repeated requests. */
export const credits = {
  'credits.insufficient': [
    'This needs {needed} USD of credits, and {available} USD are left. Wait for the allowance of the next month, or choose a larger plan.',
    'needed',
    'available',
  ],
  'quota.images': [
    'The plan allows {max, number} images, and the organization has {used, number}, so there is no room for more. Delete images permanently, since archived ones count too, or choose a larger plan.',
    'max',
    'used',
  ],
  'quota.storage': [
    'The plan allows {max, number} MB of storage, of which {used, number} MB are used, so there is not enough room. Delete images, models, exports, runs or unused uploads, or choose a larger plan.',
    'max',
    'used',
  ],
  'limit.key_used_up': [
    'This API key has used its {limit} requests of this hour. Try again in {seconds} seconds.',
    'limit',
    'seconds',
  ],
  'limit.plan_used_up': [
    'The organization has used the {limit} requests an hour of its plan. Try again in {seconds} seconds.',
    'limit',
    'seconds',
  ],
  'limit.unknown_keys': [
    'Too many requests with unknown API keys came from this address. Try again in {seconds} seconds.',
    'seconds',
  ],
  'idempotency.bad_key': 'The header Idempotency-Key must have 1 to 255 printable ASCII characters.',
  'idempotency.running':
    'A request with this Idempotency-Key is still being carried out, or was interrupted. Try again later; if this stays so, check its result, then send the request with a new key.',
  'idempotency.other_request':
    'This Idempotency-Key was used for another request within the last 24 hours. Use a new key for each request.',
  'idempotency.answer_not_kept':
    'The request with this Idempotency-Key was carried out, and its answer is not kept. Read the result with another call.',
} as const
