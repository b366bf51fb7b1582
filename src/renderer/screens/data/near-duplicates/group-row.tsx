/** A group of images that are nearly the same: each is kept or archived. */
import { Button } from '@mantine/core'
import { IconArchive, IconCheck } from '@tabler/icons-react'
import type { ImageSummary } from '../../../../shared/api/image-lists.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { texts } from '../../../texts/texts.ts'
import { nameOf, thumbnailUrl } from '../grid/image-cell.tsx'
import classes from './near-duplicates.module.css'
import type { DuplicateGroup } from './use-groups.ts'

const words = texts.data.duplicates
/** Pixels of a side. */
const SIDE = 132

interface GroupRowProps {
  of: DuplicateGroup
  datasetId: string
  /** Ids of the images that stay. */
  kept: ReadonlySet<string>
  refused: string | null
  /** Images of the group that are shown. */
  shown: number
  onShowAll(): void
  onToggle(id: string): void
  onArchive(): void
}

export function GroupRow({ of, datasetId, kept, refused, shown, onShowAll, onToggle, onArchive }: GroupRowProps) {
  const { images, unread, group } = of
  const leaving = images.filter(({ id }) => !kept.has(id)).length
  return (
    <li className={classes.group} aria-label={words.group(group + 1, images.length)}>
      <header className={classes.head}>
        <h2>{words.group(group + 1, images.length + unread)}</h2>
        <Refusable
          label={words.archive(leaving)}
          icon={<IconArchive size={14} />}
          refused={refused}
          disabled={leaving === 0}
          onClick={onArchive}
        />
      </header>
      <ul className={classes.images}>
        {images.slice(0, shown).map((image) => (
          <Member
            key={image.id}
            image={image}
            href={hrefOf({ screen: 'image', datasetId, imageId: image.id })}
            isKept={kept.has(image.id)}
            onToggle={() => onToggle(image.id)}
          />
        ))}
      </ul>
      {images.length > shown && (
        <Button variant="subtle" size="compact-sm" onClick={onShowAll}>
          {words.showAll(images.length - shown)}
        </Button>
      )}
      {unread > 0 && <p className={classes.note}>{words.unread(unread)}</p>}
    </li>
  )
}

interface MemberProps {
  image: ImageSummary
  href: string
  isKept: boolean
  onToggle(): void
}

function Member({ image, href, isKept, onToggle }: MemberProps) {
  const { files_base } = useHost().info
  const name = nameOf(image)
  return (
    <li className={classes.member}>
      <button
        type="button"
        className={classes.picture}
        aria-pressed={isKept}
        aria-label={words.keep(name)}
        title={isKept ? words.isKept : words.isLeaving}
        onClick={onToggle}
      >
        <img src={thumbnailUrl(files_base, image.id, SIDE * window.devicePixelRatio)} alt="" loading="lazy" />
        <span className={classes.mark}>
          {isKept ? <IconCheck size={13} aria-hidden /> : <IconArchive size={13} aria-hidden />}
          {isKept ? words.kept : words.leaving}
        </span>
      </button>
      <a href={href} title={name}>
        {name}
      </a>
      <span className={classes.facts}>{words.size(image.width, image.height)}</span>
      <span className={classes.facts}>{words.annotations(image.annotation_count)}</span>
    </li>
  )
}

type Compared = Pick<ImageSummary, 'id' | 'annotation_count' | 'width' | 'height'>

/**
 * The image of a group of near-duplicates that is worth keeping.
 * The one with the most annotations; of equal ones the largest, then the oldest. @param images the oldest first, at least one
 */
export function keptImage<I extends Compared>(images: readonly [I, ...I[]]): I {
  return images.reduce((best, image) => {
    const more = image.annotation_count - best.annotation_count
    return more > 0 || (more === 0 && image.width * image.height > best.width * best.height) ? image : best
  })
}
