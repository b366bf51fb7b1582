import { describe, expect, test } from 'vitest'
import { folderRows, unfolded } from '../../../../src/renderer/screens/data/folders/folder-rows.ts'
import { aFolder } from './images.ts'

const ALL = [
  aFolder('/train', 1),
  aFolder('/b10', 2),
  aFolder('/train/cars', 3),
  aFolder('/b9'),
  aFolder('/train/cars/red', 4),
]

describe('the tree of directories', () => {
  test('has each directory after its parent, in natural order, with the images below it', () => {
    expect(folderRows(ALL).map(({ path, level, images }) => [path, level, images])).toEqual([
      ['/b9', 1, 0],
      ['/b10', 1, 2],
      ['/train', 1, 8],
      ['/train/cars', 2, 7],
      ['/train/cars/red', 3, 4],
    ])
  })

  test('a folded directory hides everything below it', () => {
    const paths = (folded: string[]) => unfolded(folderRows(ALL), new Set(folded)).map(({ path }) => path)
    expect(paths(['/train'])).toEqual(['/b9', '/b10', '/train'])
    expect(paths(['/train/cars'])).toEqual(['/b9', '/b10', '/train', '/train/cars'])
  })
})
