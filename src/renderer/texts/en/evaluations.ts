/** Evaluations of models. */
import { compare } from './evaluations/compare.ts'
import { create } from './evaluations/create.ts'
import { images } from './evaluations/images.ts'
import { list } from './evaluations/list.ts'
import { matrix } from './evaluations/matrix.ts'
import { page } from './evaluations/page.ts'

export const evaluations = { compare, create, images, list, matrix, page }
