import { expect, it } from 'vitest'
import { browserName } from '../../../../src/platform/accounts/sign-in/browser-name.ts'

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    { browser: 'Chrome 156', system: 'Linux' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    { browser: 'Safari 18', system: 'macOS' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    { browser: 'Firefox 140', system: 'Windows' },
  ],
  ['node', { browser: 'node', system: null }],
  ['', { browser: '?', system: null }],
])('names the browser and the system of %j', (userAgent, name) => {
  expect(browserName(userAgent)).toEqual(name)
})
