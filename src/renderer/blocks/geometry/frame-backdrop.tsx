/** A real frame of the source to draw on, with scrubbing; a plain grid where there is none to show. */
import { Box, Group, Slider, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { PickedSource } from '../../../shared/bridge/studio.ts'
import { useHost } from '../../shell/host.ts'
import { formatTimecode } from '../../ui/format.ts'

interface FrameBackdropProps {
  source: PickedSource | null
  /** Drawn over the picture; gets its aspect ratio (width / height). */
  children(aspect: number): ReactNode
}

export function FrameBackdrop({ source, children }: FrameBackdropProps) {
  const host = useHost()
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  const [time, setTime] = useState(0)
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null)
  const size = natural ?? source?.video ?? { width: 16, height: 9 }
  const url = source ? `${host.info.files_base}/source?uri=${encodeURIComponent(source.uri)}` : null
  const duration = source?.video?.duration_seconds ?? 0
  const shows = url !== null && !failed

  return (
    <div>
      <Box
        pos="relative"
        mx="auto"
        bg="var(--mantine-color-dark-8)"
        style={{
          aspectRatio: `${size.width} / ${size.height}`,
          maxHeight: '62vh',
          maxWidth: `calc(62vh * ${size.width / size.height})`,
          width: '100%',
          overflow: 'hidden',
          borderRadius: 6,
        }}
      >
        {shows && source?.kind === 'video' && (
          <video
            ref={video}
            src={url}
            muted
            playsInline
            preload="auto"
            aria-label={`Frame of ${source.name}`}
            style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
            onLoadedMetadata={(e) =>
              setNatural({ width: e.currentTarget.videoWidth, height: e.currentTarget.videoHeight })
            }
            onError={() => setFailed(true)}
          />
        )}
        {shows && source?.kind === 'image' && (
          <img
            src={url}
            alt={source.name}
            style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
            onLoad={(e) => setNatural({ width: e.currentTarget.naturalWidth, height: e.currentTarget.naturalHeight })}
            onError={() => setFailed(true)}
          />
        )}
        {!shows && (
          <Text pos="absolute" inset={0} ta="center" pt="20%" c="gray.4" size="sm">
            {source
              ? 'This video can’t be shown here, but you can draw: the frame is what you see.'
              : 'Choose a video to draw on its picture.'}
          </Text>
        )}
        {children(size.width / size.height)}
      </Box>
      {shows && source?.kind === 'video' && duration > 0 && (
        <Group mt="sm" gap="sm" wrap="nowrap">
          <Text size="xs" c="dimmed" w={64} ff="monospace">
            {formatTimecode(time)}
          </Text>
          <Slider
            flex={1}
            size="sm"
            min={0}
            max={duration}
            step={0.04}
            value={time}
            label={null}
            thumbLabel="Time of the frame"
            onChange={(t) => {
              setTime(t)
              if (video.current) video.current.currentTime = t
            }}
          />
          <Text size="xs" c="dimmed" w={64} ta="right" ff="monospace">
            {formatTimecode(duration)}
          </Text>
        </Group>
      )}
    </div>
  )
}
