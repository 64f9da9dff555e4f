import { PROMISES } from '#domain/promises.ts';
import { HelpPage } from './help-page.tsx';
import { MessageBox } from './message-box.tsx';
import { ContactForm } from './public-forms.tsx';

const ASK = 'Send us a message';

export function ContactScreen() {
  return (
    <HelpPage
      title="Contact"
      lead={`A question before you buy, or something that does not work? Write to us: a person answers within ${PROMISES.replyHours} hours.`}
    >
      <MessageBox title={ASK}>
        <ContactForm />
      </MessageBox>
    </HelpPage>
  );
}

/** Where anyone can complain, with or without a wallet. */
export function ComplaintScreen() {
  return (
    <HelpPage
      title="Complaints"
      lead="Tell us what we did wrong. You need no wallet and no policy. If you disagree with how a claim was decided, you can also ask for a second look on the claim’s page."
    >
      <MessageBox title={ASK} complaint>
        <ContactForm />
      </MessageBox>
    </HelpPage>
  );
}
