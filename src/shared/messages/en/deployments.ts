/** Deployments, and the calls of their addresses. */
export const deployments = {
  'deployment.missing': ['There is no deployment “{name}”.', 'name'],
  'deployment.name_taken': ['There is another deployment named “{name}”. Choose another name.', 'name'],
  'deployment.model_not_ready': [
    'The model “{name}” is {status}. Only a model that is ready can be deployed.',
    'name',
    'status',
  ],
  'deployment.min_above_max': ['must not be above max_containers, which is {max}', 'max'],
  'deployment.not_paused': ['The deployment “{name}” is {status}. Only a paused one can be resumed.', 'name', 'status'],
  'deployment.not_running': ['The deployment “{name}” is {status}.', 'name', 'status'],
  'deployment.gpu_type_needed': 'is required for compute_type gpu',
  'deployment.token_unreadable': 'The token of this deployment can’t be decrypted. Create another deployment.',
  'deployment.out_of_credits':
    'The deployment was paused: the organization has no credits left. Resume it when there are some again.',
  'deployment.exits': [
    'The process that serves the model ended {count} times within a minute, and is not started again. {reason}',
    'count',
    'reason',
  ],
  'deployment.not_opened': ['The model could not be opened. {reason}', 'reason'],
  'deployment.queue_full': 'The deployment has as many requests as it can hold. Try again in a moment.',
  'deployment.closing': 'The server is being stopped. Try again in a moment.',
  'deployment.restarting': ['“{name}” is restarted with changed options of its model. Try again in a moment.', 'name'],
  'deployment.waited': ['No process was free within {seconds} seconds. Try again in a moment.', 'seconds'],
  'deployment.lost_twice':
    'The process that served this request ended, and so did the one that it was given to next. Try again.',
  'deployment.image_no_base64': 'is not base64',
  'deployment.image_url': ['The image could not be loaded from its address: {reason}', 'reason'],
  'deployment.image_status': ['the server answered with status {status}', 'status'],
  'deployment.image_slow': ['it did not arrive within {seconds} seconds', 'seconds'],
  'deployment.image_large': ['it is larger than {megabytes} MB', 'megabytes'],
  'deployment.billing': 'Billed by the uptime of its containers, to the second, whether or not they are in use.',
  'deployment.billing_scale_to_zero':
    'Billed by the uptime of its containers, to the second. Without requests there are none, and nothing is billed; the next request waits for one to start.',
  'deployment.billing_free': 'Your plan charges nothing for deployments.',
  'deployment.on_cpu': 'This machine has no GPU: runs on its CPU, at the price of the CPU.',
  'deployment.tier_cpu': 'Runs on the CPU of this machine.',
  'deployment.tier_gpu': ['Runs on the GPU of this machine: {gpu}.', 'gpu'],
} as const
