/** Links to the pages of a screen. */
import classes from './page-links.module.css'

interface PageLinksProps {
  label: string
  pages: readonly { href: string; title: string; isCurrent: boolean }[]
}

export function PageLinks({ label, pages }: PageLinksProps) {
  return (
    <nav className={classes.pages} aria-label={label}>
      {pages.map(({ href, title, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}
