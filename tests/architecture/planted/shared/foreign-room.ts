export { emptyGraph } from '../../../../src/shared/graph/graph.ts'
