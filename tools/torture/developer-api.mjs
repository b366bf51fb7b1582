/** @typedef {ReturnType<typeof developerApi>} DeveloperApi */

/**
 * Returns a function that calls the Developer API of a platform and resolves with the JSON of the reply. The call rejects
 * for a reply other than 2xx.
 * @param {string} baseUrl
 * @param {string} apiKey
 */
export const developerApi =
  (baseUrl, apiKey) =>
  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async (method, path, body) => {
    const response = await fetch(`${baseUrl}/api/v1/developer${path}`, {
      method,
      headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
