import { formatCount, plural } from '../../plural.ts'
export const events = {
  entries: 'entries',
  panel: {
    title: 'Events',
    event: 'Event',
    direction: 'Direction',
    to: 'to',
    places: 'Places',
    directions: 'Directions',
    classes: 'Classes',
    clear: 'Clear',
    all: { type: 'No occupancy', geometry: 'All places', direction: 'All directions', className: 'All classes' },
    noneFits: 'No event fits the filter.',
    onlyOccupancy: 'Nothing crossed or visited. The chart shows the occupancy; choose it above to list its readings.',
    none: 'No events were measured. A measure block with a line or a zone counts them.',
    reading: (n: number) => `${plural(n, 'event')}, reading…`,
    first: (count: string, read: number) =>
      `${count}, of the first ${formatCount(read)} records. The file has more: download it under Files to see them all.`,
    broken: (count: string, why: string) => `${count}. The rest is missing: ${why}`,
    count: (count: string, all: number) => `${count} ${all === 1 ? 'event' : 'events'}`,
  },
}
