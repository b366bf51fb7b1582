/** Deployments of a fake host. */
import type { DeploymentComputeOption } from '../../../../src/shared/api/deployment-compute.ts'
import type { Deployment, DeploymentMetrics } from '../../../../src/shared/api/deployments.ts'
import type { PredictionReply } from '../../../../src/shared/api/predictions.ts'
import { AT } from '../../examples.ts'

export const aDeployment = (part: Partial<Deployment> = {}): Deployment => ({
  id: 'dep-1',
  organization_id: 'org',
  model_id: 'model-1',
  name: 'gate',
  status: 'active',
  compute_type: 'cpu',
  gpu_type: null,
  min_containers: 0,
  max_containers: 3,
  scaledown_window: 60,
  endpoint_url: 'http://127.0.0.1:8620/api/v1/deployments/dep-1/predict',
  auth_token_prefix: 'pk_deploy_abc',
  inference_config: {},
  cost_rate_per_min: 1000,
  cost_per_hour: 60_000,
  accrued_cost_credits: 2_500_000,
  uptime_seconds: 3_725,
  created_at: AT,
  started_at: AT,
  error: null,
  ...part,
})

export const someMetrics = (part: Partial<DeploymentMetrics> = {}): DeploymentMetrics => ({
  containers: 2,
  queued: 1,
  window_seconds: 60,
  requests: 90,
  failed: 2,
  requests_per_second: 1.5,
  latency_ms: { mean: 45, p50: 42, p95: 80, p99: 95 },
  ...part,
})

const anOption = (part: Partial<DeploymentComputeOption>): DeploymentComputeOption => ({
  key: 'cpu',
  label: 'CPU',
  compute_type: 'cpu',
  gpu_type: null,
  is_gpu: false,
  description: '',
  rate_per_min_micro_usd: 1000,
  available: true,
  text: { code: 'deployment.tier_cpu', params: {} },
  ...part,
})

export const COMPUTE_OPTIONS: DeploymentComputeOption[] = [
  anOption({ key: 'gpu-t4', label: 'T4', compute_type: 'gpu', gpu_type: 't4', is_gpu: true, available: false }),
  anOption({}),
]

export const A_REPLY: PredictionReply = {
  predictions: [
    { class_id: 0, class_name: 'car', confidence: 0.91, bounding_box: { x: 10, y: 20, w: 30, h: 40 } },
    {
      class_id: 1,
      class_name: 'person',
      confidence: 0.52,
      bounding_box: { x: 1, y: 2, w: 3, h: 4 },
      polygon: {
        paths: [
          [
            { x: 1, y: 2 },
            { x: 4, y: 2 },
            { x: 4, y: 6 },
          ],
        ],
      },
      keypoints: [{ x: 2, y: 3, confidence: 0.8 }],
    },
  ],
  image: { width: 100, height: 80 },
  model_id: 'model-1',
  inference_ms: 12.4,
}
