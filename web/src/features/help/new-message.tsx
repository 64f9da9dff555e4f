import { useEffect, useRef } from 'react';
import { MessageBox } from './message-box.tsx';
import { ComposeForm, type ComposeFormProps } from './wallet-forms.tsx';

/** A new message beside the inbox. Its code comes with the first one, so it takes the focus itself. */
export default function NewMessage(props: ComposeFormProps) {
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <MessageBox
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          New Message
        </span>
      }
    >
      <ComposeForm {...props} />
    </MessageBox>
  );
}
