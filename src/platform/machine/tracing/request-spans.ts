/** The spans of HTTP requests, named by the declared path, below the span that the caller names in `traceparent`. */
import { type Context, context, isSpanContextValid, type Span, SpanKind, trace } from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type LogContext, withLogContext } from '../log-context.ts'
import { contextOf, failed } from './tracing.ts'

export interface RequestSpans {
  /** Call once for each request; `work` and all that follows from it are of its span and its lines in the log. */
  begin(request: FastifyRequest, work: () => void): void
  /** The same for a later hook. */
  within(request: FastifyRequest, work: () => void): void
  end(request: FastifyRequest, reply: FastifyReply): void
}

const SERVER_ERROR = 500

export function createRequestSpans(): RequestSpans {
  const spans = new WeakMap<FastifyRequest, { span: Span; active: Context }>()

  function within(request: FastifyRequest, work: () => void): void {
    const found = spans.get(request)
    const lines: LogContext = { request_id: request.id }
    if (found) {
      const { traceId } = found.span.spanContext()
      context.with(found.active, () => withLogContext({ ...lines, trace_id: traceId }, work))
    } else withLogContext(lines, work)
  }

  return {
    begin(request, work) {
      const { method, headers, routeOptions } = request
      const from = contextOf(headers)
      const attributes = {
        'http.request.method': method,
        'http.route': routeOptions.url ?? '',
        'sightline.request_id': request.id,
      }
      const name = `${method} ${routeOptions.url ?? 'none'}`
      const span = trace.getTracer('sightline').startSpan(name, { kind: SpanKind.SERVER, attributes }, from)
      if (isSpanContextValid(span.spanContext()) && span.isRecording()) {
        spans.set(request, { span, active: trace.setSpan(from, span) })
      }
      within(request, work)
    },
    within,
    end(request, { statusCode }) {
      const span = spans.get(request)?.span
      span?.setAttribute('http.response.status_code', statusCode)
      if (span && statusCode >= SERVER_ERROR) failed(span, `Status ${statusCode}`)
      span?.end()
    },
  }
}
