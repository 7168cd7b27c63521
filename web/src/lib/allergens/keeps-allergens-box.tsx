import { Checkbox } from '../../ui/checkbox.tsx';

interface KeepsAllergensBoxProps {
  /** Of what the texts are being changed. */
  of: 'dish' | 'option';
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** Asks, while declared texts are being changed, whether what was declared of them is still right. */
export const KeepsAllergensBox = ({ of, ...props }: KeepsAllergensBoxProps) => (
  <Checkbox
    label="Allergens are still correct"
    description={`Check this if the recipe is the same, such as after fixing a typo. Otherwise guests don't read what the ${of} is free from until you confirm it.`}
    className="rounded-control bg-saffron-soft p-4"
    {...props}
  />
);
