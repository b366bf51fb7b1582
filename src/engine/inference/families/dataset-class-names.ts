export { IMAGENET_NAMES, VOC_NAMES } from '../../../shared/domain/class-sets.ts'
