/**
 * Paths and `file:` URLs that lead to another computer. On Windows, opening such a path sends the user's credentials to
 * that computer, so a graph, a page or a caller of the API must not name one.
 */

/**
 * RFC 8089: no host, or `localhost`. A second slash, or a backslash that URL parsers treat as one, would begin a host.
 */
const LOCAL_FILE_URL = /^file:(?:\/\/(?:localhost)?)?(\/(?![/\\])[^\\\p{Cc}]*)$/iu

/** The URL without a host, or null for one that names another computer or is not a `file:` URL. */
export function localFileUrl(url: string): string | null {
  const path = LOCAL_FILE_URL.exec(url)?.[1]
  return path === undefined ? null : `file://${path}`
}

/** UNC paths (`\\host\share`) and device paths (`\\?\…`, `\\.\…`), with either slash. */
export const isNetworkPath = (path: string): boolean => /^[/\\]{2}/.test(path)

export const isFileUrl = (uri: string): boolean => /^file:/i.test(uri)
