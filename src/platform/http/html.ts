/** HTML of the few pages that the server itself serves. */

export interface Html {
  readonly html: string
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (c) => ESCAPES[c] as string)

/** A template of HTML: texts in it are escaped, HTML is not. */
export const html = (parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html => ({
  html: parts.reduce((so, part, i) => {
    const value = values[i - 1] as string | Html
    return `${so}${typeof value === 'string' ? escaped(value) : value.html}${part}`
  }),
})

export const NO_HTML: Html = { html: '' }
