/** The readable API reference, as its bytes and headers; tests/e2e displays it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { API_PREFIX } from '../../../../src/shared/api/endpoint.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

let h: Harness
beforeAll(async () => {
  h = await joinPlatform()
})

describe('the API reference', () => {
  it('is displayed without a key, with scripts and data of this server only', async () => {
    const page = await fetch(`${h.baseUrl}/docs`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'")
    expect(await page.text()).not.toMatch(/https?:/)
  })

  it.each(['/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css', '/docs/start.js'])('serves %s', async (path) => {
    const file = await fetch(h.baseUrl + path)
    expect(file.status).toBe(200)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await file.text()).length).toBeGreaterThan(50)
  })

  it('leaves the policy of all other replies strict', async () => {
    for (const path of ['/health', '/openapi.json', '/docs/other', '/mcp']) {
      const policy = (await fetch(h.baseUrl + path)).headers.get('content-security-policy')
      expect(policy, path).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    }
  })

  it('reads the document that is also at its longer address', async () => {
    const [short, long] = await Promise.all(
      ['/openapi.json', `${API_PREFIX}/openapi.json`].map(async (path) => (await fetch(h.baseUrl + path)).text()),
    )
    expect(short).toBe(long)
    expect(JSON.parse(short as string).openapi).toBe('3.1.1')
  })
})
