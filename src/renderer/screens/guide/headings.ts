/** The headings of a Markdown text, with the anchors that GitHub gives them. */

export interface Heading {
  /** 1 for the title. */
  level: number
  /** Without its markup. */
  text: string
  anchor: string
}

const FENCE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[ \t]*$/gm

export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

export const headingsOf = (markdown: string): Heading[] =>
  [...markdown.replaceAll(FENCE, '').matchAll(/^(#{1,6}) +(.+)$/gm)].map(([, marks = '', written = '']) => {
    const text = written.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`]/g, '')
    return { level: marks.length, text, anchor: anchorOf(text) }
  })
