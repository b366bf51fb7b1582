/** Draws detections over a frame: boxes, masks, points in class colours with labels; dropped ones faint and struck. */

import { textOn } from '../../../../shared/domain/contrast.ts'
import type { PreviewDetection } from '../../../../shared/engine-contract/preview.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { type ColorOfClass, useClassColor } from '../../../base/ui/class-colors.ts'
import { texts } from '../../../texts/texts.ts'
import type { FrameSize } from './media-frame.tsx'
import classes from './overlay.module.css'

interface DetectionsOverlayProps {
  size: FrameSize
  kept: readonly PreviewDetection[]
  dropped?: readonly PreviewDetection[]
  regions?: readonly (readonly [number, number, number, number])[]
  trails?: readonly { trackId: number; points: readonly [number, number][] }[]
  /** False when space is short: labels then appear on hover, or always if there are few. */
  labels?: boolean
  /** Above this number, labels without space are hidden. */
  maxLabels?: number
}

/** Above this number labels hide more than they show. */
const MAX_LABELS = 80
const FEW_LABELS = 6
const SURE_POINT = 0.3

export function DetectionsOverlay(props: DetectionsOverlayProps) {
  const { size, kept, dropped = [], regions = [], trails = [], labels = true, maxLabels = FEW_LABELS } = props
  const colorOf = useClassColor()
  const all = [...dropped.map((d) => ({ d, isDropped: true })), ...kept.map((d) => ({ d, isDropped: false }))]
  return (
    <>
      <svg
        className={classes.overlay}
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={saying(kept.length, dropped.length)}
      >
        {regions.map((r) => (
          <rect key={r.join()} {...rectOf(r)} className={classes.region} />
        ))}
        {trails.map(({ trackId, points }) => (
          <polyline
            key={trackId}
            className={classes.trail}
            points={points.map((p) => p.join()).join(' ')}
            stroke={trailColor(kept, trackId, colorOf)}
          />
        ))}
        {all.map(({ d, isDropped }) => (
          <Shape key={d.id} d={d} isDropped={isDropped} />
        ))}
      </svg>
      {(labels || all.length <= maxLabels) &&
        all.slice(-MAX_LABELS).map(({ d, isDropped }) => (
          <span
            key={d.id}
            className={classes.label}
            data-dropped={isDropped || undefined}
            data-below={d.box[1] < size.height * 0.08 || undefined}
            style={{
              left: `${(100 * Math.max(0, d.box[0])) / size.width}%`,
              top: `${(100 * Math.max(0, d.box[1])) / size.height}%`,
              ...(!isDropped && paintOf(colorOf(d.class_name))),
            }}
          >
            {labelOf(d)}
          </span>
        ))}
    </>
  )
}

function Shape({ d, isDropped }: { d: PreviewDetection; isDropped: boolean }) {
  const [x1, y1, x2, y2] = d.box
  const color = useClassColor()(d.class_name)
  return (
    <g
      className={isDropped ? classes.dropped : classes.kept}
      data-testid={isDropped ? 'preview-dropped' : 'preview-kept'}
      style={{ '--class': color } as React.CSSProperties}
    >
      {d.rings?.map((ring) => (
        <polygon key={ring.slice(0, 6).join()} points={ring.join(' ')} />
      ))}
      <rect {...rectOf(d.box)}>
        <title>{isDropped ? texts.preview.overlay.dropped(labelOf(d)) : labelOf(d)}</title>
      </rect>
      {isDropped && <path d={`M${x1} ${y1}L${x2} ${y2}`} />}
      {d.keypoints?.map(
        ([x, y, score], i) =>
          score >= SURE_POINT && (
            // A joint has no identity other than its index.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <path key={i} className={classes.point} d={`M${x} ${y}h0`} />
          ),
      )}
    </g>
  )
}

const rectOf = ([x1, y1, x2, y2]: readonly [number, number, number, number]) => ({
  x: x1,
  y: y1,
  width: Math.max(0, x2 - x1),
  height: Math.max(0, y2 - y1),
})

const labelOf = ({ class_name, confidence, track_id }: PreviewDetection): string =>
  `${class_name} ${track_id === null ? '' : `#${track_id} `}${formatDecimal(confidence, 2)}`

const paintOf = (background: string) => ({ background, color: textOn(background) })

const trailColor = (kept: readonly PreviewDetection[], trackId: number, colorOf: ColorOfClass): string => {
  const now = kept.find((d) => d.track_id === trackId)
  return now ? colorOf(now.class_name) : '#a2a8b4'
}

const saying = (kept: number, dropped: number): string =>
  `${texts.preview.overlay.kept(kept)}${dropped > 0 ? texts.preview.overlay.andDropped(dropped) : ''}`
