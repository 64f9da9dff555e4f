import {
  COMPLAINT_CAUSE_LABELS,
  COMPLAINT_CAUSES,
  type ComplaintAnswer,
  complaintRequest,
} from '#domain/complaints/schema.ts';
import { contactFormRequest } from '#domain/contact/schema.ts';
import * as supportApi from '#domain/support/api.ts';
import { api } from '#web/lib/api/api.ts';
import { SelectField, TextField } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast.ts';
import { MessageForm, useWords } from './message-form.tsx';

export function ContactForm() {
  const form = useWords({
    schema: contactFormRequest,
    send: (body) => api.send(supportApi.sendContactForm, { body }),
    onDone: () => toast.success("Message sent successfully! We'll get back to you soon."),
  });
  return (
    <MessageForm form={form} failed="Your message was not sent" action="Send Message">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="name" label="Name" required autoComplete="name" />
        <TextField form={form} name="email" label="Email" required type="email" autoComplete="email" />
      </div>
      <TextField form={form} name="subject" label="Subject" required autoComplete="off" />
    </MessageForm>
  );
}

const CAUSES = COMPLAINT_CAUSES.map((value) => ({ value, label: COMPLAINT_CAUSE_LABELS[value] }));

export function ComplaintForm({ onReceived }: { onReceived: (complaint: ComplaintAnswer) => void }) {
  const form = useWords({
    schema: complaintRequest,
    send: (body) => api.ask(supportApi.sendComplaint, { body }),
    onDone: onReceived,
  });
  return (
    <MessageForm
      form={form}
      label="What went wrong, and what should we do?"
      failed="Your complaint was not sent"
      action="Send complaint"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="name" label="Name" required autoComplete="name" />
        <TextField form={form} name="email" label="Email" required type="email" autoComplete="email" />
        <SelectField
          form={form}
          name="cause"
          label="What is it about?"
          options={CAUSES}
          placeholder="Choose one"
        />
        <TextField
          form={form}
          name="reference"
          label="Policy or claim"
          hint="Its number, such as POL-004, if there is one."
          autoComplete="off"
        />
      </div>
    </MessageForm>
  );
}
