/** Sends spans to a collector of OpenTelemetry, as its variables say (OTEL_EXPORTER_OTLP_ENDPOINT and others). */
import { hostname } from 'node:os'
import { context, propagation, trace } from '@opentelemetry/api'

export interface OpenTracing {
  /** Sends what is left. */
  close(): Promise<void>
}

/** Null unless a variable names a collector; the libraries are loaded only then. `service`: server or worker. */
export async function openTracing(service: string, version: string): Promise<OpenTracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = process.env
  if (!all && !traces) return null
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env.OTEL_SERVICE_NAME ?? `sightline-${service}`,
      'service.version': version,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return {
    async close() {
      await provider.shutdown()
      for (const api of [trace, context, propagation]) api.disable()
    },
  }
}
