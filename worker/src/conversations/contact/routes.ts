import { contactFormAnswer, contactFormRequest } from '../../../../domain/contact/schema.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { sendContactForm } from './send.ts';

export const contactRoutes = routes('support', [
  endpoint('POST /contact', {
    operationId: 'sendContactForm',
    summary: 'Send the contact form; a repeat within 30 seconds counts once',
    limit: 'SIGN_IN_LIMIT',
    idempotent: 'by content',
    body: contactFormRequest,
    answers: { 201: answer(contactFormAnswer, 'Received') },
    refuses: [409],
    run: async (ctx, input) =>
      reply({
        data: await sendContactForm(ctx, input),
        message: "Message sent successfully! We'll get back to you soon.",
      }),
  }),
]);
