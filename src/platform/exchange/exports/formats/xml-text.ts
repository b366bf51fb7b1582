/** Texts of XML documents. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML has no place for other control characters than these, not even escaped. */
const REFUSED = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** Line breaks and tabs are references: readers make spaces of them in attributes. */
export const escaped = (text: string): string =>
  text.replaceAll(REFUSED, '').replaceAll(/[&<>"\t\n\r]/g, (c) => ENTITIES[c] ?? `&#${c.charCodeAt(0)};`)

/** Returns whether a document gives back the text of an element: readers trim it. */
export const isXmlText = (text: string): boolean => text === text.trim().replaceAll(REFUSED, '')
