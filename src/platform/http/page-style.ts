/** The appearance of the server's own pages: the colours of the Studio, in a sheet that is part of each page. */
import { type Html, html } from './html.ts'

export const PAGE_STYLE = `
:root { color-scheme: light dark; --page: #f7f8fa; --panel: #fff; --line: #cfd3da; --field: #7b8290; --text: #1a1d21; --dim: #555c68; --link: #3e53c6; --accent: #4358d3; --error: #b91c1c; --done: #0b6b34 }
@media (prefers-color-scheme: dark) {
  :root { --page: #16181c; --panel: #1e2025; --line: #363a43; --field: #7b8290; --text: #e5e7eb; --dim: #a4abb8; --link: #a3b3ff; --accent: #4a62de; --error: #fca5a5; --done: #86d9a4 }
}
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 3rem 1rem; color: var(--text); background: var(--page) }
header, main { max-width: 28rem; margin: 0 auto }
header { display: flex; align-items: center; gap: .6rem; padding: 0 .25rem 1rem; font-weight: 600 }
main { padding: 1.75rem; border: 1px solid var(--line); border-radius: 10px; background: var(--panel) }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 1rem }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; padding-top: 1.5rem; border-top: 1px solid var(--line) }
form { margin: 0 0 1.75rem }
main > :last-child, form > :last-child { margin-bottom: 0 }
p { margin: 0 0 1rem }
a { color: var(--link) }
label { display: block; font-weight: 600; margin: 1rem 0 .3rem }
code { overflow-wrap: anywhere }
pre { font: 1rem/1.7 ui-monospace, monospace; margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--page); overflow-x: auto }
.qr { width: 13rem; margin: 0 0 1rem; border-radius: 6px; background: #fff; forced-color-adjust: none }
.qr svg { display: block }
input { font: inherit; width: 100%; padding: .5rem .65rem; border: 1px solid var(--field); border-radius: 6px; color: inherit; background: var(--page) }
button { font: inherit; font-weight: 600; padding: .5rem 1rem; margin: 1.25rem .5rem 0 0; border: 1px solid var(--accent); border-radius: 6px; color: #fff; background: var(--accent); cursor: pointer }
button:hover { filter: brightness(1.1) }
button.plain { color: var(--text); background: none; border-color: var(--field) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
ul.rows { list-style: none; margin: 0; padding: 0 }
ul.rows li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: .6rem 0 }
ul.rows li + li { border-top: 1px solid var(--line) }
ul.rows button { margin: 0; padding: .3rem .8rem; flex: none }
small, .dim { color: var(--dim); font-size: .875rem }
.error { color: var(--error) }
[role=status] { color: var(--done) }
.code { font: 600 1.8rem ui-monospace, monospace; letter-spacing: .1em }
`

/** The logo of the Studio. */
const MARK: Html = {
  html: '<svg width="26" height="26" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="5.5" fill="#4a62de"/><path d="M5 16.5 19 7.5" stroke="#fff" stroke-width="2" stroke-linecap="round"/><circle cx="8.6" cy="8.4" r="2.1" fill="#fff" fill-opacity=".72"/><circle cx="15.4" cy="15.6" r="2.1" fill="#fff"/></svg>',
}

export const PAGE_HEADER: Html = html`<header>${MARK}<span>Sightline</span></header>`
