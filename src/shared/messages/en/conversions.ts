/** Options of a model that do not fit it. */
export const conversions = {
  'conversion.unfit': [
    '“{name}” can’t be used with its option {field}: {problem}. Change the option, or leave it out.',
    'name',
    'field',
    'problem',
  ],
  'conversion.one_or_three': 'give one number, or three',
  'conversion.layout_fixed': ['the file fixes its input as {tensor}', 'tensor'],
  'conversion.size_fixed': ['the file fixes it at {width}x{height}', 'width', 'height'],
  'conversion.class_count': [
    '{given, plural, one {# name} other {# names}} for {classes, plural, one {# class} other {# classes}}',
    'given',
    'classes',
  ],
  'conversion.three_channels': 'the input has three channels',
  'conversion.one_channel': 'the input has one channel, which is grey',
} as const
