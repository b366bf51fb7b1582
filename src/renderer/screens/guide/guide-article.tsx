/** Renders a page of the guide. Its headings are one level lower than in the file, below the title of the screen. */
import { useComputedColorScheme } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'
import gfm from 'remark-gfm'
import classes from './guide-article.module.css'
import type { PageOfGuide } from './guide-text.ts'
import { anchorOf } from './headings.ts'
import { linkTarget } from './link-target.ts'
import { SCREENSHOT_SIZE, screenshotAddress } from './screenshots.ts'

export function GuideArticle({ page }: { page: PageOfGuide }) {
  const theme = useComputedColorScheme('dark')
  const components: Components = {
    ...HEADINGS,
    a: ({ href = '', children }) => <GuideAnchor page={page} link={href} text={children} />,
    img: ({ src, alt }) => (
      <img src={screenshotAddress(String(src), theme)} alt={alt ?? ''} loading="lazy" {...SCREENSHOT_SIZE} />
    ),
    code: ({ children }) => <code data-short={isShort(children) || undefined}>{children}</code>,
    table: ({ children }) => <table className="figures">{children}</table>,
  }
  return (
    <div className={classes.article} lang="en">
      <Markdown skipHtml remarkPlugins={[gfm]} components={components}>
        {page.text}
      </Markdown>
    </div>
  )
}

/** True for inline code that fits on a line of the narrowest window. */
const isShort = (code: ReactNode) => typeof code === 'string' && code.length <= 28 && !code.includes('\n')

function GuideAnchor({ page, link, text }: { page: PageOfGuide; link: string; text: ReactNode }) {
  const target = linkTarget(page, link)
  if (target.kind === 'none') return text
  if (target.kind === 'page') return <a href={target.href}>{text}</a>
  return (
    <a href={target.href} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

interface Hast {
  value?: string
  children?: readonly Hast[]
}
const textIn = ({ value = '', children = [] }: Hast): string => value + children.map(textIn).join('')

type HeadingProps = ComponentProps<'h2'> & { node?: unknown }
const heading =
  (Tag: 'h2' | 'h3' | 'h4' | 'h5') =>
  ({ node, children }: HeadingProps) => (
    <Tag id={anchorOf(textIn(node as Hast))} tabIndex={-1}>
      {children}
    </Tag>
  )
const HEADINGS: Components = { h1: heading('h2'), h2: heading('h3'), h3: heading('h4'), h4: heading('h5') }
