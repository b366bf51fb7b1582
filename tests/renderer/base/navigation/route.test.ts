import { describe, expect, test } from 'vitest'
import { hrefOf, parseHash, type Route } from '../../../../src/renderer/base/navigation/route.ts'

describe('routes', () => {
  const routes: Route[] = [
    { screen: 'home' },
    { screen: 'editor', workflowId: 'a/b c%' },
    { screen: 'editor', workflowId: 'wf', nodeId: 'model 1/x' },
    { screen: 'editor', workflowId: 'wf', nodeId: 'find', field: 'confidence_threshold' },
    { screen: 'runs' },
    { screen: 'run', runId: 'run/1' },
    { screen: 'batches' },
    { screen: 'batch', batchId: 'batch-1' },
    { screen: 'models' },
    { screen: 'model', modelId: 'model/1' },
    { screen: 'evaluations' },
    { screen: 'evaluations', modelId: 'model/1' },
    { screen: 'evaluation', evaluationId: 'evaluation-1' },
    { screen: 'compare-evaluations', evaluationA: 'evaluation-1', evaluationB: 'evaluation-2' },
    { screen: 'datasets' },
    { screen: 'dataset', datasetId: 'set/1?' },
    { screen: 'dataset', datasetId: 'set', query: 'status=new&text=what%3F+now?&directory=%2Fa' },
    { screen: 'dataset', datasetId: 'set', page: 'insights' },
    { screen: 'image', datasetId: 'set', imageId: 'image/1', query: 'sort=-name' },
    { screen: 'deployments' },
    { screen: 'deployment', deploymentId: 'dep/1' },
    { screen: 'settings' },
    { screen: 'settings', page: 'organization' },
    { screen: 'settings', page: 'keys' },
    { screen: 'settings', page: 'audit' },
    { screen: 'activity' },
    { screen: 'activity', page: 'webhooks' },
    { screen: 'guide' },
    { screen: 'guide', page: 'results' },
    { screen: 'guide', page: 'results', section: 'layers' },
  ]
  test.each(routes)('parsing the address of $screen returns the same route', (route) => {
    expect(parseHash(hrefOf(route))).toEqual(route)
  })

  test.each(['', '#', '#/', '#/nonsense', '#/workflows', '#//'])('%j is the home screen', (hash) => {
    expect(parseHash(hash)).toEqual({ screen: 'home' })
  })

  test('the address that webhooks had in the settings leads to the activity', () => {
    expect(parseHash('#/settings/webhooks')).toEqual({ screen: 'activity', page: 'webhooks' })
  })

  test('a stray percent sign in a typed address does not break the page', () => {
    expect(parseHash('#/runs/100%')).toEqual({ screen: 'run', runId: '100%' })
  })
})
