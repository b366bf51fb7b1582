/**
 * A model card: GitHub's Markdown, of which nothing is loaded or run. HTML is left out, pictures are their
 * descriptions, and only links that a desktop hands to its browser are links.
 */
import Markdown, { type Components } from 'react-markdown'
import gfm from 'remark-gfm'
import { texts } from '../messages/texts.ts'
import classes from './models.module.css'

export function ModelReadme({ text }: { text: string }) {
  return (
    <div className={classes.readme}>
      <Markdown
        skipHtml
        remarkPlugins={[gfm]}
        remarkRehypeOptions={{ footnoteLabel: texts.models.modelCard.footnotes, footnoteBackContent: '' }}
        components={COMPONENTS}
      >
        {text.replace(FRONT_MATTER, '')}
      </Markdown>
    </div>
  )
}

/** What model hubs keep at the head of a card, for their own lists. */
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---(\r?\n|$)/

/** Headings go below the dialog's title. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h4>{children}</h4>,
  h5: ({ children }) => <h5>{children}</h5>,
  h6: ({ children }) => <h5>{children}</h5>,
  a: ({ href, children }) =>
    href?.startsWith('https://') ? (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    ) : (
      children
    ),
  img: ({ alt }) => alt,
  input: ({ checked }) => (checked ? '☑' : '☐'),
  table: ({ children }) => (
    <div className={classes.wide}>
      <table className="figures">{children}</table>
    </div>
  ),
}
