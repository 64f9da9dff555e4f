import { PROMISES } from '../../../../domain/promises.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { type Part, TextPage } from './text-page.tsx';

const PARTS: readonly Part[] = [
  {
    id: 'check',
    title: 'Check us',
    body: (
      <ul>
        <li>
          <TextLink to="/verify">Verify a policy</TextLink>: your own, or one that somebody showed you. It
          needs no account and does not ask our servers.
        </li>
        <li>
          Read the registry yourself. The <TextLink to="/documentation">documentation</TextLink> says where
          the contract is, what its events mean and how to recompute what a policy promises.
        </li>
        <li>
          Build on it. The <TextLink to="/api-reference">API</TextLink> is open to anybody with a wallet, and
          what a client needs is fixed.
        </li>
      </ul>
    ),
  },
  {
    id: 'better',
    title: 'Make it better',
    body: (
      <p>
        A sentence that you had to read twice, a page that does not work with your screen reader, a wallet
        that behaves oddly: write to us through the <TextLink to="/contact">contact form</TextLink>. A person
        reads it and replies within {PROMISES.replyHours} hours.
      </p>
    ),
  },
  {
    id: 'weakness',
    title: 'Report a weakness',
    body: (
      <>
        <p>
          If you find a way to see what is not yours, to be covered without paying or to move money that
          should not move, tell us before you tell others: through the{' '}
          <TextLink to="/contact">contact form</TextLink>, with “security” in the subject. Say what you did
          and what happened. Try it with your own wallets and on a test network, and stop when you have seen
          enough to prove it.
        </p>
        <p>
          We answer, keep you posted, and name you when it is fixed if you like. There is no fixed reward yet,
          and we will not pretend there is one.
        </p>
      </>
    ),
  },
  {
    id: 'channels',
    title: 'Where we are, and where we are not',
    body: (
      <>
        <p>
          We speak with you on this site and by email from it. So far we run no chat group, no forum and no
          account on a social network, and we have no coin. Whoever approaches you there in our name is
          somebody else.
        </p>
        <p>
          Nobody of ours asks for a private key, a recovery phrase, or a payment to an address by message. A
          premium is only ever paid through the contract, from the payment page.
        </p>
      </>
    ),
  },
  {
    id: 'manners',
    title: 'How we treat each other',
    body: (
      <p>
        Be as patient and as plain with us as you want us to be with you. We do not publish what you write to
        us, and we expect the same of you where it concerns other people.
      </p>
    ),
  },
];

export function CommunityPage() {
  return (
    <TextPage
      title="Community"
      lead="Mooring is built so that you need not trust it. Here is how to look for yourself, and how to take part."
      parts={PARTS}
    />
  );
}
