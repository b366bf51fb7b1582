/** The way to a data set, and to one of its images. */

import { hrefOf } from '../../../base/navigation/route.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './dataset.module.css'

interface TrailProps {
  /** The name of the data set; undefined until it is read. */
  name?: string | undefined
  /** Address of the grid, when an image is shown. */
  href?: string
  image?: string | undefined
}

export function Trail({ name, href, image }: TrailProps) {
  return (
    <>
      <a className={classes.trail} href={hrefOf({ screen: 'datasets' })}>
        {texts.data.list.title}
      </a>
      {name !== undefined && <span className={classes.slash}>/</span>}
      {name !== undefined &&
        (href === undefined ? (
          <span className={classes.ellipsis}>{name}</span>
        ) : (
          <a className={classes.trail} href={href}>
            {name}
          </a>
        ))}
      {image !== undefined && <span className={classes.slash}>/</span>}
      {image !== undefined && <span className={classes.ellipsis}>{image}</span>}
    </>
  )
}
