import { Camera } from 'lucide-react';
import { useId } from 'react';
import { buttonClass } from './button.tsx';

interface CameraButtonProps {
  label: string;
  /** Names what is photographed again; by default the label. */
  about?: string;
  size?: 'normal' | 'small';
  disabled?: boolean;
  onPhoto: (photo: File) => void;
}

/** Opens the camera of a phone and passes on the photograph. Shown only where a finger points, as on phones and tablets. */
export function CameraButton(props: CameraButtonProps) {
  const { label, about = label, size = 'normal', disabled = false, onPhoto } = props;
  const id = useId();
  return (
    <span className="hidden pointer-coarse:inline-flex">
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        aria-label={about}
        disabled={disabled}
        className="peer sr-only"
        onChange={(event) => {
          const [photo] = event.target.files ?? [];
          event.target.value = '';
          if (photo) onPhoto(photo);
        }}
      />
      <label
        htmlFor={id}
        className={buttonClass({
          variant: 'secondary',
          size,
          wide: size === 'normal',
          className:
            'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:opacity-55 pointer-coarse:min-h-11',
        })}
      >
        <Camera aria-hidden />
        {label}
      </label>
    </span>
  );
}
