/** Texts of XML documents. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML has no place for control characters, not even escaped. */
export const escaped = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '').replaceAll(/[&<>"]/g, (c) => ENTITIES[c] as string)
